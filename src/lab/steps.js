// The lesson's steps: texts and views.
// @ts-check

/**
 * Where it is seen, the page's state, two sentences, something to do, a question and its answer. `presented`: what to do
 * in present mode, where other controls are shown. `blind`: hidden until the answer is opened, so that the user can guess:
 * the counts and the curve, and the first or second picture if named.
 * `bold`: what to remember.
 * @typedef {{title: string, section: string, words: {[key: string]: string}, text: string, task: string,
 *     presented?: string, ask: string, answer: string, blind?: 'counts' | 'first' | 'second', bold?: string}} Step
 */

/** @param {number} step  from one float to the next at 2π @returns {Step[]} */
export const stepsOf = step => [
  {
    title: 'Ray and triangle', section: 'ray', words: {p: '0,0.1'},
    text: 'A ray starts at o, goes in direction d, and meets the plane of the triangle at P = o + t d. P splits the ' +
        'triangle into three areas; their shares w, u, v of the whole are the barycentric coordinates of P.',
    task: 'Drag P across an edge.',
    ask: 'What happens to w, u and v when P leaves the triangle?',
    answer: 'One of them becomes negative. P is inside if none is: that is what most ray tests check. ' +
        'w is the area opposite corner a: it is 1 when P is at a, so P is the mixture w a + u b + v c.',
  },
  {
    title: 'Angles at P', section: 'triangle', words: {p: '0,0', epsilon: '0.001'},
    text: 'Another test looks at the corners from P: if P is inside, they stand all around it, and the three angles ' +
        'add up to 2π. Outside they add up to less.',
    task: 'Drag P across an edge and watch the sum.',
    ask: 'The sum is computed with rounded numbers. Will it ever be exactly 2π?',
    answer: 'Never: 2π is not a float, and the nearest one is 1.7e-7 away. So the test accepts every sum that is closer to ' +
        '2π than a tolerance, ε.',
  },
  {
    title: 'Float grid', section: 'triangle',
    words: {p: '-0.534999,0.15', centre: '-0.535,0.15', near: '20', epsilon: '1e-7', digits: 'float'},
    text: 'Each square is one point with float coordinates, in truth 4 times as wide as high. The sum of the angles snaps as well: floats near 2π are ' +
        `${step.toExponential()} apart. Worse, each angle is an arc cosine: near π, the next float in its argument moves the ` +
        'angle by 0.0003.',
    task: 'Drag P from square to square, then switch Precision to double.',
    presented: 'Drag P from square to square, then press D for double.',
    ask: 'The orange points are inside, but rejected. Does the test accept them in double?',
    answer: 'Nearly all of them: the next double in the argument moves an angle near π by only 1.5e-8, less than ε = 1e-7.',
  },
  {
    title: 'Holes', section: 'compare', words: {m: 'angle-sum:epsilon=0.1,variant=corrected'}, blind: 'counts',
    text: 'The same test, for each pixel of a sphere. If ε is too small, it rejects points that are inside: the sphere has ' +
        'holes, also called leaks. One mistake of the published code is fixed here; step 6 says which.',
    task: 'Drag ε to the left.',
    ask: 'How small can ε be before you see holes? Guess on the slider.',
    answer: 'At about 0.0005 the first ones open, at 1e-5 about 0.7 % of the sphere are holes, and at 1e-7 nothing is left. ' +
        'Click a hole to see why it is there.',
  },
  {
    title: 'Halo', section: 'triangle', words: {p: '0.1,-0.62', epsilon: '0.6'},
    text: 'A large ε closes the holes, but points outside the edges pass as well. They form the halo: a circular segment ' +
        'over each edge, (L/2) tan(ε/4) high for an edge of length L.',
    task: 'Drag ε and compare the counted area with the predicted one.',
    ask: 'Would exact arithmetic make the halo smaller?',
    answer: 'No. The halo comes from ε alone, whatever the precision: switch to double and see.',
  },
  {
    title: 'Valley', section: 'compare', words: {m: 'angle-sum:epsilon=1,variant=corrected', show: 'both'},
    text: 'The curve over the slider counts the errors at every ε: holes on the left, on the right false hits ' +
        'and wrong triangles. Where all errors are fewest lies the valley. A triangle is wrong where the halo of a neighbour lies in front and is drawn instead.',
    task: 'Drag ε down into the valley, or press ▶.',
    ask: 'Is there an ε without any error?',
    answer: 'No, not in float: holes and halo overlap. The published test keeps more holes, at nearly every ε, because an angle there ' +
        'is not a number (NaN): the arc cosine of a rounded value below −1. The corrected code, used here, clamps that value to [−1, 1].',
  },
  {
    title: 'Precision', section: 'compare',
    words: {m: 'angle-sum:epsilon=1e-5,variant=corrected;angle-sum:epsilon=1e-5,precision=double,variant=corrected'},
    text: 'Both pictures come from the same code, the first in float (24 bits), the second in double (53 bits). ' +
        'ε is the same, 1e-5.',
    task: 'Drag ε to 1.',
    ask: 'More bits close nearly all holes. Do they also remove the halo?',
    answer: 'No: the halo does not come from rounding. At ε = 1 both pictures are almost equally wrong, and at 1e-5 in double ' +
        '24 % of the rays aimed at the outline still are false hits. Float is enough only where a test does not magnify its ' +
        'rounding and both triangles of an edge round alike (step 8).',
  },
  {
    title: 'Fused', section: 'compare',
    words: {m: 'watertight;watertight:arithmetic=fused', scene: 'scenes/grid.toml', zoom: '3', show: 'both', size: '63'},
    blind: 'second',
    text: 'Watertight, a ray test, asks on which side of each edge the ray passes. In the second picture its code is contracted: a ' +
        'product and a sum become one fused multiply-add (FMA), which rounds once instead of twice.',
    task: 'Look at the diagonal through the middle, where rays meet an edge exactly.',
    ask: 'The second one rounds less. Has it fewer errors?',
    answer: 'No: it leaks. Both triangles of an edge must compute exactly opposite numbers. ' +
        'Unfused, both products are rounded in the same way, so swapping them changes only the sign. Fused, a b − c d and c d − a b ' +
        'are not opposite, because each rounds only one of its products. Compilers for ARM, GPUs ' +
        'and x86 with FMA contract by default; forbid it: -ffp-contract=off.',
  },
  {
    title: 'In or out', section: 'inside', words: {}, blind: 'first',
    text: 'A ray that starts inside a closed mesh leaves it once more often than it enters, so an odd number of hits ' +
        'means “inside”: the parity test. Each crossing must count once, but a ray through an edge hits both triangles.',
    task: 'Compare the rules and move the slice.', presented: 'Move the slice.',
    ask: 'The first picture sends one ray from each point. Where will it go wrong?',
    answer: 'Where the ray meets an edge: two hits, an even number, so the point is called outside. A second ray in ' +
        'the opposite direction does not meet that edge.',
  },
  {
    title: 'Self-hits', section: 'leave', words: {least: '0'},
    text: 'A shadow ray goes from the surface to the lamp. Its start, where another ray met the surface, is rounded and may lie ' +
        'just behind it. Then it hits the surface that it leaves: self-intersection, seen as dark speckles.',
    task: 'Drag ε to 1.',
    ask: 'The first picture ignores hits at t ≤ ε, a distance along the ray. Is there a price for a large ε?',
    answer: 'Yes: on the brown slab before the green wall the shadow is gone, because a ray from there skips the wall. A good ε ' +
        'depends on the scene, so the second picture moves the start by a bound of the rounding error instead.',
  },
  {
    title: 'What to use', section: 'compare',
    words: {scene: 'scenes/torus-knot.toml', m: 'watertight;moller-trumbore', show: 'both', size: '511'},
    bold: 'Use watertight in float, or Möller-Trumbore in double, both without contraction, and never an ε on angles.',
    text: 'Möller-Trumbore solves o + t d = P for the t, u, v of each triangle by itself. Watertight computes one number for each edge, ' +
        'and both of its triangles use it. Neither test has a halo.',
    task: 'Find the hole in the second picture.',
    ask: 'Why does only the second one leak?',
    answer: 'In watertight the two triangles of an edge round alike, so no ray slips between. Aim at edges of this knot, and ' +
        'Möller-Trumbore in float loses 1.7 % of the rays; in double, where such gaps are 500 million times narrower, none of ' +
        '200,000. In principle it still can: take watertight if none may slip through. For a point P in the plane, take the ' +
        'signs of w, u, v.',
  },
];
