// Pixels, lines and colours on a canvas.
// @ts-check

/** Puts pixels on a canvas of their size. @param {HTMLCanvasElement} canvas @param {any} picture */
export function paint(canvas, {pixels, width, height}) {
  if (canvas.width !== width || canvas.height !== height)
    canvas.width = width, canvas.height = height;
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
}

/** A canvas of that size in the page's pixels, cleared. @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
export function cleared(canvas, width, height) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  canvas.width = width * devicePixelRatio, canvas.height = height * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  return context;
}

/**
 * Fills and draws along a line, or a circle around the only point.
 * @param {CanvasRenderingContext2D} context @param {[number, number][]} points
 * @param {{radius?: number, closed?: boolean, fill?: string, stroke?: string, thick?: number, dashes?: number[]}} how
 */
export function drawShape(context, points, {radius, closed, fill, stroke, thick = 1, dashes = []}) {
  context.beginPath();
  if (radius) context.arc(...points[0], radius, 0, 2 * Math.PI);
  else for (const [x, y] of points) context.lineTo(x, y);
  if (closed) context.closePath();
  context.setLineDash(dashes);
  if (fill) context.fillStyle = fill, context.fill();
  if (stroke) context.strokeStyle = stroke, context.lineWidth = thick, context.stroke();
}

/** A colour of the page's style, at that element. @param {string} name @param {Element} [at] */
export const ink = (name, at = document.documentElement) =>
    getComputedStyle(at).getPropertyValue(name);
