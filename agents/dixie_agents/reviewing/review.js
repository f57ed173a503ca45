// Stepping through a reviewed game: turns, mistakes, and what would have been better.

turns.forEach((turn, number) => { turn.number = number; });
const turnOf = [];
for (const turn of turns) for (let i = 0; i < turn.count; i += 1) turnOf[turn.first + i] = turn;
let step = -1;

// --- the verdict -------------------------------------------------------------------------------------------

function paragraph(...parts) {
  const line = make('p');
  line.append(...parts);
  return line;
}

function change(value, words) {
  return make('span', { class: value > 0.0005 ? 'up' : value < -0.0005 ? 'down' : '' }, `${words}${signed(value)}`);
}

function drawVerdict() {
  const told = [];
  at('asked').replaceChildren();
  at('thoughts').replaceChildren();
  at('thinking').hidden = true;
  const turn = turnOf[step];
  at('again').disabled = !turn || !data.lines.length;
  at('again-said').textContent = data.lines.length ? '' : 'No seed: this game can\'t be continued.';
  if (!turn) {
    at('asked').textContent = 'The game is over';
    told.push(paragraph(positions[last].scores.map((score, seat) => `${nameOf(seat)}: ${score}`).join(', ')));
    at('told').replaceChildren(...told);
    return;
  }
  at('asked').append(badge(turn.seat), `${nameOf(turn.seat)} ${turn.words}`);
  if (turn.mark) {
    const mark = make('strong', { class: `sign-${turn.mark}` }, `${signOf(turn.mark)} ${turn.mark[0].toUpperCase()}${turn.mark.slice(1)}`);
    told.push(paragraph(mark, `: ${points(turn.lost)} of the probability to win lost.`));
    const worst = turn.worst;
    const box = make('div', { class: 'better' });
    const because = worst.because ? `, because ${worst.because}` : '';
    if (turn.count > 1) box.append(paragraph(`Instead of “${worst.chosen}”:`));
    box.append(paragraph(make('strong', {}, 'Best was: '), `${worst.best}${because}.`));
    box.append(paragraph(make('small', {}, `Lost ${points(worst.lost)} ± ${(200 * worst.margin).toFixed(1)}, with the same luck for both.`)));
    if (worst.line.length) box.append(paragraph(make('strong', {}, 'Expected: '), `${worst.line.join('; ')}.`));
    told.push(box);
  }
  const seat = turn.seat, before = shares[turn.first], after = shares[turn.first + turn.count];
  told.push(paragraph(`${percent(before[seat])} → ${percent(after[seat])}: `, change(turn.choice[seat], 'choice '), ', ',
    make('span', { class: 'chance' }, `luck ${signed(turn.luck[seat])}${turn.chance.length ? ` (${turn.chance.join(', ')})` : ''}`)));
  const followed = Number(at('follow').value);
  if (followed !== seat) {
    told.push(paragraph(`For ${nameOf(followed)}: `, change(turn.choice[followed], 'choice '), `, luck ${signed(turn.luck[followed])}`));
  }
  for (let i = turn.first; i < turn.first + turn.count; i += 1) {
    for (const words of positions[i].happened) told.push(make('p', { class: 'note' }, words));
  }
  at('told').replaceChildren(...told);
  drawThoughts(turn);
}

function drawThoughts(turn) {
  const rows = turn.thoughts[step];
  if (!rows) return;
  at('thinking').hidden = false;
  const table = make('table'), head = table.createTHead().insertRow();
  for (const word of ['option', 'visits', 'value']) head.append(make('th', { scope: 'col' }, word));
  const body = table.createTBody(), position = positions[step];
  for (const [name, visits, value] of rows) {
    const row = body.insertRow(), option = position.options.find((one) => one[0] === name);
    if (name === position.choice) row.className = 'chosen';
    row.append(make('td', {}, option ? data.strings[option[1]] : name), make('td', { class: 'n' }, String(visits)),
      make('td', { class: 'n' }, value === null ? '' : percent(value)));
  }
  at('thoughts').append(table);
}

// --- lists -------------------------------------------------------------------------------------------------

const items = [];

function drawList() {
  let round = -1;
  for (const turn of turns) {
    if (turn.round !== round) {
      round = turn.round;
      at('list').append(make('h3', {}, round ? `Round ${round}` : 'Draft'));
    }
    const item = make('button', { type: 'button' });
    const words = make('span', {}, turn.words);
    if (turn.mark) words.append(' ', make('span', { class: `sign-${turn.mark}`, title: turn.mark }, signOf(turn.mark)));
    const whole = turn.choice[turn.seat] + turn.luck[turn.seat];
    const seat = badge(turn.seat);
    seat.setAttribute('aria-label', `seat ${turn.seat}`);
    item.append(seat, words, change(whole, ''));
    item.lastChild.classList.add('n');
    item.onclick = () => goTurn(turn.number);
    at('list').append(item);
    items.push(item);
  }
}

function drawPlayers() {
  const head = make('tr');
  const heads = ['', 'accuracy', 'start', 'luck', 'own choices', 'others', 'end', ...review.marks.map((mark) => mark.sign), 'turning points'];
  heads.forEach((word, place) => head.append(make('th', { scope: 'col', title: (review.marks[place - 7] || { name: word }).name }, word)));
  at('players').tHead.append(head);
  review.players.forEach((player, seat) => {
    const row = make('tr'), who = make('th', { scope: 'row' });
    who.append(badge(seat), ` ${data.names[seat] || ''}`);
    row.append(who);
    const texts = [percent(player.accuracy), percent(player.start), signed(player.luck), signed(player.own), signed(player.others), percent(player.end),
      ...review.marks.map((mark) => String(player.marks[mark.name]))];
    for (const text of texts) row.append(make('td', { class: 'n' }, text));
    const cell = make('td');
    for (const number of player.turning) {
      const turn = turns[number], whole = turn.choice[seat] + turn.luck[seat];
      const button = make('button', { type: 'button', title: `seat ${turn.seat} ${turn.words}` }, signed(whole));
      button.setAttribute('aria-label', `turn ${number + 1}, seat ${turn.seat} ${turn.words}: ${signed(whole)} points`);
      button.onclick = () => goTurn(number);
      cell.append(button, ' ');
    }
    row.append(cell);
    at('players').tBodies[0].append(row);
  });
}

// --- moving ------------------------------------------------------------------------------------------------

function goStep(index) {
  index = Math.max(0, Math.min(last, Math.round(index) || 0));
  if (index === step) return;
  const before = turnOf[step], now = turnOf[index];
  step = index;
  drawBoard(index);
  drawVerdict();
  follow();
  if (before !== now) {
    if (before) items[before.number].removeAttribute('aria-current');
    if (now) {
      const item = items[now.number], box = at('list');
      item.setAttribute('aria-current', 'true');
      const top = item.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 3;
    }
  }
  const round = positions[index].round;
  at('where').textContent = now ? `${round ? `Round ${round}, ${now.phase}` : 'Draft'}, turn ${now.number + 1} of ${turns.length}` : 'End of the game';
  history.replaceState(null, '', `#${index}`);
}

function goTurn(number) { goStep(number >= turns.length ? last : turns[Math.max(0, number)].worst ? turns[Math.max(0, number)].worst.step : turns[Math.max(0, number)].first); }
function turnNumber() { return turnOf[step] ? turnOf[step].number : turns.length; }

function goMistake(way) {
  for (let number = turnNumber() + way; number >= 0 && number < turns.length; number += way) {
    if (turns[number].mark) { goTurn(number); return; }
  }
}

function goRound(way) {
  const round = positions[step].round;
  if (way > 0) {
    const found = turns.find((turn) => turn.first > step && turn.round > round);
    goTurn(found ? found.number : turns.length);
  } else {
    const here = turns.find((turn) => turn.round === round);
    if (here && here.number < turnNumber()) { goTurn(here.number); return; }
    const found = turns.find((turn) => turn.round === round - 1);
    goTurn(found ? found.number : 0);
  }
}

// --- files, printing, playing on ---------------------------------------------------------------------------

// the record up to this turn, with a person in the seat that decides
function prefix(first, seat) {
  const header = JSON.parse(data.lines[0]), kept = [];
  let made = 0;
  for (const line of data.lines.slice(1)) {
    const type = JSON.parse(line).type;
    if (type === 'decision' && made === first) break;
    if (type === 'decision') made += 1;
    kept.push(line);
  }
  header.agents = data.company.map((name, other) => (other === seat ? 'person' : name));
  return `${[JSON.stringify(header), ...kept].join('\n')}\n`;
}

async function tryAgain() {
  const turn = turnOf[step];
  const text = prefix(turn.first, turn.seat);
  if (!data.again) {
    saveFile(`again-turn-${turn.number + 1}.jsonl`, text, 'application/jsonl');
    at('again-said').textContent = 'Saved. Run dixie web and load the file in its lobby.';
    return;
  }
  at('again-said').textContent = 'Opening a table …';
  try {
    const answer = await fetch(data.again, { method: 'POST', body: text });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    location.href = found[`seat ${turn.seat}`];
  } catch (error) {
    at('again-said').textContent = `No table: ${error.message}`;
  }
}

const KEYS = {
  ArrowLeft: () => goTurn(turnNumber() - 1), ArrowRight: () => goTurn(turnNumber() + 1), Home: () => goTurn(0), End: () => goStep(last),
  PageUp: () => goRound(-1), PageDown: () => goRound(1), n: () => goMistake(1), p: () => goMistake(-1), N: () => goMistake(1), P: () => goMistake(-1),
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, select')) return;
  const act = KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});
at('first').onclick = KEYS.Home;
at('last').onclick = KEYS.End;
at('back').onclick = KEYS.ArrowLeft;
at('on').onclick = KEYS.ArrowRight;
at('worse-back').onclick = KEYS.p;
at('worse-on').onclick = KEYS.n;
at('again').onclick = tryAgain;
at('save-svg').onclick = () => saveFile('probabilities.svg', drawingAsText(at('chart')), 'image/svg+xml');
at('save-board').onclick = () => saveFile('board.svg', drawingAsText(at('board')), 'image/svg+xml');
at('print').onclick = () => window.print();
at('follow').onchange = () => { drawBars(); drawVerdict(); };

at('about').textContent = data.about;
at('by').textContent = `Reviewed by ${review.by}. A probability says how often a seat would win if everybody played on like its policy, ` +
  'with new dice and draws. Luck is the change at dice, draws and the queen\'s demand; choice is the rest.';
at('calibration').textContent = data.calibration;
seats.forEach((seat) => {
  at('follow').append(make('option', { value: seat }, nameOf(seat)));
  at('key').append(badge(seat), ` ${data.names[seat] || ''}`);
});
drawChart();
drawList();
drawPlayers();
drawBars();
goStep(Number(location.hash.slice(1)) || 0);
