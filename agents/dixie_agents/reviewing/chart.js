// The graph of win probabilities, and the bars of luck and choice below it.

const WIDE = innerWidth < 500 ? 340 : 560, HIGH = 190, LEFT = 34, RIGHT = 22, TOP = 6, BOTTOM = 16, LOW = 64;
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '12 4'];
const review = data.review, shares = review.shares, turns = review.turns;
const steps = shares.length - 1;
const across = (index) => LEFT + (WIDE - LEFT - RIGHT) * index / Math.max(1, steps);
const up = (share) => TOP + (HIGH - TOP - BOTTOM) * (1 - share);
const seats = Array.from({ length: data.players }, (_, seat) => seat);
const signOf = (name) => (review.marks.find((mark) => mark.name === name) || { sign: '' }).sign;

function drawChart() {
  const svg = at('chart');
  svg.setAttribute('viewBox', `0 0 ${WIDE} ${HIGH}`);
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(makeSvg('line', { class: 'grid', x1: LEFT, x2: WIDE - RIGHT, y1: up(share), y2: up(share) }));
    svg.append(makeSvg('text', { x: LEFT - 4, y: up(share) + 4, 'text-anchor': 'end' }, `${100 * share}%`));
  }
  drawRounds(svg, HIGH, true);
  const ends = [...seats].sort((one, other) => shares[steps][other] - shares[steps][one]);
  for (const seat of seats) {
    const points = shares.map((row, index) => `${across(index).toFixed(1)},${up(row[seat]).toFixed(1)}`).join(' ');
    svg.append(makeSvg('polyline', { class: 'under', points, fill: 'none', 'stroke-width': 3, 'stroke-dasharray': DASHES[seat] }));
    svg.append(makeSvg('polyline', { points, fill: 'none', stroke: data.colours[seat], 'stroke-width': 2, 'stroke-dasharray': DASHES[seat] }));
  }
  let lowest = 0;
  for (const seat of ends) {  // names of the lines at their ends, none over another
    const y = Math.max(up(shares[steps][seat]), lowest + 12);
    lowest = y;
    svg.append(makeSvg('text', { class: 'end', x: WIDE - RIGHT + 6, y: Math.min(y, HIGH - BOTTOM) + 4 }, String(seat)));
  }
  for (const turn of turns) {
    if (!turn.mark) continue;
    const index = turn.worst.step, y = up(shares[index][turn.seat]);
    const mark = makeSvg('g', { class: `mark ${turn.mark}` });
    mark.append(makeSvg('title', {}, `${nameOf(turn.seat)}: ${turn.mark}, ${points(turn.lost)} lost`));
    mark.append(makeSvg('circle', { class: 'dot', cx: across(index), cy: y, r: 4, fill: data.colours[turn.seat] }));
    mark.append(makeSvg('text', { class: 'sign', x: across(index), y: y - 6, 'text-anchor': 'middle' }, signOf(turn.mark)));
    svg.append(mark);
  }
  svg.append(makeSvg('line', { class: 'cursor', y1: TOP, y2: HIGH - BOTTOM }));
  svg.onclick = clickOn(svg);
}

function drawRounds(svg, high, named) {
  let round = 0;
  for (const turn of turns) {
    if (turn.round === round) continue;
    round = turn.round;
    const x = across(turn.first);
    svg.append(makeSvg('line', { class: 'grid', x1: x, x2: x, y1: TOP, y2: high - (named ? BOTTOM : 0) }));
    if (named) svg.append(makeSvg('text', { x: x + 2, y: high - 4 }, `round ${round}`));
  }
}

// luck upwards or downwards from the line, choice beside it: what changed for one seat in each turn
function drawBars() {
  const svg = at('bars'), seat = Number(at('follow').value);
  svg.setAttribute('viewBox', `0 0 ${WIDE} ${LOW}`);
  svg.replaceChildren();
  drawRounds(svg, LOW, false);
  const most = Math.max(0.02, ...turns.flatMap((turn) => [Math.abs(turn.luck[seat]), Math.abs(turn.choice[seat])]));
  const middle = LOW / 2, tall = (value) => Math.max(0, Math.abs(value) / most * (LOW / 2 - 3));
  svg.append(makeSvg('text', { x: LEFT - 4, y: 10, 'text-anchor': 'end' }, `+${Math.round(100 * most)}`));
  svg.append(makeSvg('text', { x: LEFT - 4, y: LOW - 2, 'text-anchor': 'end' }, `−${Math.round(100 * most)}`));
  svg.append(makeSvg('line', { class: 'axis', x1: LEFT, x2: WIDE - RIGHT, y1: middle, y2: middle }));
  for (const turn of turns) {
    const x = across(turn.first + turn.count / 2);
    for (const [value, kind, shift] of [[turn.choice[seat], 'choice', -2], [turn.luck[seat], 'luck', 0]]) {
      if (Math.abs(value) < 0.001) continue;
      const kindOf = kind === 'choice' && value < 0 ? 'loss' : kind;
      const bar = makeSvg('rect', { class: `bar-${kindOf}`, x: x + shift, width: 2,
        y: value > 0 ? middle - tall(value) : middle, height: tall(value) });
      bar.append(makeSvg('title', {}, `${kind} ${signed(value)} in turn ${turn.number + 1}`));
      svg.append(bar);
    }
  }
  svg.append(makeSvg('line', { class: 'cursor', y1: 2, y2: LOW - 2 }));
  svg.onclick = clickOn(svg);
  follow();
}

function clickOn(svg) {
  return (event) => {
    const box = svg.getBoundingClientRect(), scale = Math.min(box.width / WIDE, box.height / svg.viewBox.baseVal.height);
    const inside = (event.clientX - box.left - (box.width - WIDE * scale) / 2) / scale;
    goStep(Math.round((inside - LEFT) / (WIDE - LEFT - RIGHT) * steps));
  };
}

function follow() {
  for (const line of document.querySelectorAll('.chart .cursor')) {
    line.setAttribute('x1', across(step));
    line.setAttribute('x2', across(step));
  }
}

function points(value) { return `${(100 * value).toFixed(1)} points`; }
function percent(value) { return `${(100 * value).toFixed(0)} %`; }
function signed(value) {
  const text = (100 * Math.abs(value)).toFixed(1);
  return Number(text) === 0 ? '0.0' : `${value > 0 ? '+' : '−'}${text}`;
}
