let cursor = -1, timer = null;

// --- the decision ------------------------------------------------------------------------------------------

function thoughts(position) {
  const found = {};
  if (!Array.isArray(position.analysis)) return found;
  for (const row of position.analysis) {
    if (Array.isArray(row) && row.length >= 3) found[row[0]] = { visits: Number(row[1]), value: Number(row[2]) };
  }
  return found;
}

function drawDecision(index) {
  const position = positions[index];
  at('asked').replaceChildren();
  at('chosen').textContent = '';
  at('happened').replaceChildren();
  if (position.seat === null) {
    at('asked').textContent = 'The game is over';
    at('chosen').textContent = position.scores.map((score, seat) => `${nameOf(seat)}: ${score}`).join(', ');
  } else {
    at('asked').append(badge(position.seat), ` ${nameOf(position.seat)}: ${position.kind.replaceAll('_', ' ')}`);
    const chosen = position.options.find((option) => option[0] === position.choice);
    at('chosen').textContent = chosen ? `It ${data.strings[chosen[1]]}.` : '';
  }
  const lines = (position.setup || []).concat(position.happened);
  for (const words of lines) at('happened').append(make('p', {}, words));

  const found = thoughts(position), explained = Object.keys(found).length > 0;
  const most = Math.max(1, ...Object.values(found).map((thought) => thought.visits));
  const head = make('tr');
  for (const word of explained ? ['option', 'visits', 'value'] : ['option']) head.append(make('th', {}, word));
  at('options').tHead.replaceChildren(head);
  const rows = [...position.options];
  rows.sort((one, other) => ((found[other[0]] || {}).visits || 0) - ((found[one[0]] || {}).visits || 0));
  at('options').tBodies[0].replaceChildren(...rows.map(([name, words]) => {
    const row = make('tr', name === position.choice ? { class: 'chosen', 'aria-current': 'true' } : {});
    row.append(make('td', { title: name }, data.strings[words]));
    if (explained) {
      const thought = found[name];
      const visits = make('td', { class: 'n' }, thought ? String(thought.visits) : '');
      if (thought) {
        const bar = make('span', { class: 'bar' });
        bar.style.width = `${3 * thought.visits / most}em`;
        visits.append(bar);
      }
      row.append(visits, make('td', { class: 'n' }, thought ? thought.value.toFixed(3) : ''));
    }
    return row;
  }));
}

// --- charts ------------------------------------------------------------------------------------------------

const WIDE = 340, HIGH = 130, LEFT = 30, BOTTOM = 16;

function drawChart(svg, series) {
  const values = series.flat();
  const low = Math.min(0, ...values), high = Math.max(1, ...values);
  const x = (index) => LEFT + (WIDE - LEFT - 6) * index / Math.max(1, last);
  const y = (value) => 6 + (HIGH - BOTTOM - 6) * (high - value) / (high - low);
  svg.setAttribute('viewBox', `0 0 ${WIDE} ${HIGH}`);
  svg.replaceChildren();
  for (const value of new Set([low, 0, high])) {
    svg.append(makeSvg('line', { class: 'axis', x1: LEFT, x2: WIDE - 6, y1: y(value), y2: y(value) }));
    svg.append(makeSvg('text', { x: LEFT - 4, y: y(value) + 4, 'text-anchor': 'end' }, String(value)));
  }
  let round = null;
  positions.forEach((position, index) => {
    if (position.round === round) return;
    round = position.round;
    if (round) svg.append(makeSvg('text', { x: x(index), y: HIGH - 3 }, String(round)));
  });
  series.forEach((line, seat) => {
    const points = line.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    svg.append(makeSvg('polyline', { points, fill: 'none', stroke: data.colours[seat], 'stroke-width': 2 }));
  });
  svg.append(makeSvg('line', { class: 'cursor', y1: 4, y2: HIGH - BOTTOM }));
  svg.onclick = (event) => {
    const box = svg.getBoundingClientRect();
    const inside = (event.clientX - box.left) / box.width * WIDE;
    go(Math.round((inside - LEFT) / (WIDE - LEFT - 6) * last));
  };
  svg.follow = (index) => {
    const line = svg.querySelector('.cursor');
    line.setAttribute('x1', x(index));
    line.setAttribute('x2', x(index));
    for (const dot of svg.querySelectorAll('circle')) dot.remove();
    series.forEach((values_, seat) => svg.append(
      makeSvg('circle', { cx: x(index), cy: y(values_[index]), r: 3.5, fill: data.colours[seat] })));
  };
}

function seats() { return Array.from({ length: data.players }, (_, seat) => seat); }

function drawGoods() {
  const good = Number(at('good').value);
  const sum = (goods) => goods.reduce((total, number) => total + number, 0);
  drawChart(at('goods'), seats().map((seat) => positions.map(
    (position) => (good < 0 ? sum(position.goods[seat]) : position.goods[seat][good]))));
  if (cursor >= 0) at('goods').follow(cursor);
}

function drawLegend(index) {
  at('legend').replaceChildren(...seats().map((seat) => {
    const item = make('span');
    item.append(badge(seat), ` ${data.names[seat] || ''} ${positions[index].scores[seat]}`);
    return item;
  }));
}

// --- the timeline ------------------------------------------------------------------------------------------

const ticks = [];

function drawTimeline() {
  let round = null, phase = null, row = null, box = null;
  positions.forEach((position, index) => {
    if (index === last) return;
    if (!round || round.number !== position.round) {
      round = make('div', { class: 'round', role: 'listitem' });
      round.number = position.round;
      round.append(make('span', {}, position.round ? `round ${position.round}` : 'draft'));
      row = make('div', { class: 'phases' });
      round.append(row);
      round.count = 0;
      at('timeline').append(round);
      phase = null;
    }
    if (phase !== position.phase) {
      phase = position.phase;
      box = make('div', { class: `phase ${phase}`, title: phase });
      box.count = 0;
      row.append(box);
    }
    const tick = make('button', { class: 'tick', tabindex: '-1', title:
      `${index}: ${phase}, ${nameOf(position.seat)}, ${position.kind.replaceAll('_', ' ')}` });
    tick.style.background = data.colours[position.seat];
    tick.onclick = () => go(index);
    box.append(tick);
    ticks.push(tick);
    box.style.flex = String(++box.count);
    round.style.flex = String(++round.count);
  });
}

// --- moving ------------------------------------------------------------------------------------------------

function go(index) {
  index = Math.max(0, Math.min(last, Math.round(index) || 0));
  if (index === cursor) return;
  if (ticks[cursor]) ticks[cursor].classList.remove('now');
  if (ticks[index]) ticks[index].classList.add('now');
  cursor = index;
  const position = positions[index];
  drawBoard(index);
  drawDecision(index);
  drawLegend(index);
  at('scores').follow(index);
  at('goods').follow(index);
  at('slider').value = at('number').value = String(index);
  const when = position.round ? `round ${position.round}` : 'before round 1';
  const text = index === last ? 'end of the game' : `${when}, ${position.phase}, decision ${index} of ${last}`;
  at('where').textContent = text;
  at('slider').setAttribute('aria-valuetext', text);
  history.replaceState(null, '', `#${index}`);
  if (index === last) stop();
}

function goRound(step) {
  let index = cursor;
  const round = positions[cursor].round;
  if (step > 0) {
    while (index < last && positions[index].round === round) index += 1;
  } else {
    while (index > 0 && positions[index - 1].round === round) index -= 1;
    if (index === cursor && index > 0) {
      index -= 1;
      while (index > 0 && positions[index - 1].round === positions[index].round) index -= 1;
    }
  }
  go(index);
}

function stop() {
  clearInterval(timer);
  timer = null;
  at('play').textContent = 'play';
  at('play').setAttribute('aria-pressed', 'false');
}

function play() {
  if (timer) { stop(); return; }
  if (cursor === last) go(0);
  timer = setInterval(() => go(cursor + 1), Number(at('speed').value));
  at('play').textContent = 'pause';
  at('play').setAttribute('aria-pressed', 'true');
}

const KEYS = {
  ArrowLeft: () => go(cursor - 1), ArrowRight: () => go(cursor + 1), Home: () => go(0), End: () => go(last),
  PageUp: () => goRound(-1), PageDown: () => goRound(1), ' ': play,
};
document.addEventListener('keydown', (event) => {
  const field = event.target.closest('input, select');
  if (event.ctrlKey || event.altKey || event.metaKey || (field && field.id !== 'slider')) return;
  if (event.key === ' ' && event.target.closest('button')) return;
  const act = KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});
at('first').onclick = KEYS.Home;
at('last').onclick = KEYS.End;
at('back').onclick = KEYS.ArrowLeft;
at('on').onclick = KEYS.ArrowRight;
at('round-back').onclick = KEYS.PageUp;
at('round-on').onclick = KEYS.PageDown;
at('play').onclick = play;
at('slider').oninput = () => go(Number(at('slider').value));
at('number').onchange = () => { go(Number(at('number').value)); at('number').value = String(cursor); };
at('speed').onchange = () => { if (timer) { stop(); play(); } };
at('good').onchange = drawGoods;

at('save-board').onclick = () => saveFile('board.svg', drawingAsText(at('board')), 'image/svg+xml');
at('save-scores').onclick = () => saveFile('scores.svg', drawingAsText(at('scores')), 'image/svg+xml');
at('print').onclick = () => window.print();

at('about').textContent = data.about;
at('slider').max = at('number').max = String(last);
data.goods.forEach((good, index) => at('good').append(make('option', { value: index }, good)));
drawChart(at('scores'), seats().map((seat) => positions.map((position) => position.scores[seat])));
drawGoods();
drawTimeline();
go(Number(location.hash.slice(1)) || 0);
