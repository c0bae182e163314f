// What lies over a picture: marks of errors that are too small to be seen, triangles, the pixel asked about;
// and over the map of the triangle.
// @ts-check

const markRadius = 4, pixelRadius = 7, arcRadius = 26;
/** The triangle's corners and the point. */
export const names = ['a', 'b', 'c', 'p'];

/** @typedef {[number, number]} Place */

/** In the picture's pixels. @typedef {{triangles: {corners: Place[], exact: boolean}[], pixel?: Place}} Outlined */

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
  const radius = markRadius * devicePixelRatio;
  context.strokeStyle = '#fff', context.lineWidth = devicePixelRatio;
  for (const [column, row, name] of alone) {
    const {mark, colour} = outcomes.find(row => row.name === name), x = (column + 0.5) * scale, y = (row + 0.5) * scale;
    context.beginPath();
    if (mark.length) for (const [right, down] of mark) context.lineTo(x + radius * right, y + radius * down);
    else context.arc(x, y, radius, 0, 7);
    context.closePath();
    context.fillStyle = colour;
    context.fill();
    context.stroke();
  }
  for (const [colour, thick] of /** @type {const} */ ([['#fff', 4], ['#000', 2]])) {
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

/**
 * The triangle, the halo's arcs and the angles at P.
 * @param {HTMLElement} picture
 * @param {HTMLCanvasElement} marks  over it
 * @param {any} point  what the program says of the point
 */
export function drawTriangle(picture, marks, point) {
  const context = marks.getContext('2d'), scale = devicePixelRatio;
  const width = picture.clientWidth, height = picture.clientHeight;
  if (!context || !width) return;
  marks.width = width * scale, marks.height = height * scale;
  context.scale(scale, scale);
  const {halo, floats, columns, rows, sum, angles} = point;
  const at = (/** @type {Place} */ [x, y]) => /** @type {Place} */ ([x * width, y * height]);
  const [a, b, c, p] = names.map(name => at(point[name]));
  /** @param {Place[]} points @param {string} colour @param {number} thick @param {number[]} [dash] */
  const line = (points, colour, thick, dash = []) => {
    context.strokeStyle = colour, context.lineWidth = thick;
    context.setLineDash(dash);
    context.beginPath();
    for (const place of points) context.lineTo(...place);
    context.stroke();
  };
  if (floats) {
    context.globalAlpha = 0.25;
    for (let k = 1; k < columns.length; ++k)
      line([at([k / columns.length, 0]), at([k / columns.length, 1])], '#000', 0.5);
    for (let k = 1; k < rows.length; ++k)
      line([at([0, k / rows.length]), at([1, k / rows.length])], '#000', 0.5);
    context.globalAlpha = 1;
  }
  line([a, b, c, a], '#000', 1.5);
  for (const arc of halo.arcs) line(arc.map(at), '#000', 1.5, [5, 4]);
  if (!angles.length) return;
  // In sight while P moves, also where the text is below.
  context.fillStyle = '#000', context.font = '700 16px system-ui, sans-serif';
  context.fillText(`sum ${sum ?? 'NaN'}`, 8, 22);
  [[a, b], [b, c], [c, a]].forEach(([from, to], k) => {
    line([p, from], '#5a5a5a', 1);
    const first = Math.atan2(from[1] - p[1], from[0] - p[0]);
    const turn = Math.atan2(to[1] - p[1], to[0] - p[0]) - first;
    const shorter = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    context.strokeStyle = '#0048aa', context.lineWidth = 2;
    context.beginPath();
    context.arc(...p, arcRadius + 4 * k, first, first + shorter, shorter < 0);
    context.stroke();
  });
}
