// What lies over a picture: marks of errors that are too small to be seen, triangles, the pixel asked about.
// @ts-check

const markRadius = 4, pixelRadius = 7;

/**
 * @typedef {object} Outlined
 * @property {{corners: [number, number][], exact: boolean}[]} triangles  in the picture's pixels
 * @property {[number, number]} [pixel]
 */

/**
 * @param {HTMLCanvasElement} canvas  the picture's
 * @param {HTMLCanvasElement} marks  over it
 * @param {[number, number, string][]} alone  errors that stand alone, and of which outcome
 * @param {any[]} outcomes
 * @param {Outlined} outlined
 */
export function drawMarks(canvas, marks, alone, outcomes, {triangles, pixel}) {
  const scale = devicePixelRatio * (canvas.clientWidth || 1) / canvas.width;
  marks.width = canvas.width * scale, marks.height = canvas.height * scale;
  const context = marks.getContext('2d');
  if (!context) return;
  const byName = new Map(outcomes.map(row => [row.name, row]));
  const radius = markRadius * devicePixelRatio;
  context.strokeStyle = '#fff', context.lineWidth = devicePixelRatio;
  for (const [column, row, name] of alone) {
    const {mark, colour} = byName.get(name), x = (column + 0.5) * scale, y = (row + 0.5) * scale;
    context.beginPath();
    if (mark.length) for (const [right, down] of mark) context.lineTo(x + radius * right, y + radius * down);
    else context.arc(x, y, radius, 0, 7);
    context.closePath();
    context.fillStyle = colour;
    context.fill();
    context.stroke();
  }
  const strokes = /** @type {const} */ ([['#fff', 4], ['#000', 2]]);
  for (const [colour, thick] of strokes) {
    context.strokeStyle = colour, context.lineWidth = thick * devicePixelRatio;
    for (const {corners, exact} of triangles) {
      context.setLineDash(exact ? [] : [6 * devicePixelRatio, 4 * devicePixelRatio]);
      context.beginPath();
      for (const [x, y] of corners) context.lineTo(x * scale, y * scale);
      context.closePath();
      context.stroke();
    }
    context.setLineDash([]);
    if (!pixel) continue;
    context.beginPath();
    context.arc((pixel[0] + 0.5) * scale, (pixel[1] + 0.5) * scale, pixelRadius * devicePixelRatio, 0, 7);
    context.stroke();
  }
}
