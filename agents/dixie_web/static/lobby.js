'use strict';
const at = (id) => document.getElementById(id);
const texts = JSON.parse(at('words').textContent);
let choices = { agents: [], editions: [], paces: [], person: 'person' };

function make(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function secrets() { return JSON.parse(localStorage.getItem('dixie') || '{}'); }

const OWN = 'own';
// what the page /board keeps in this browser
function ownBoard() {
  try { return localStorage.getItem('dixie-board'); } catch { return null; }
}

function drawSeats() {
  const before = [...document.querySelectorAll('#seats select')].map((select) => select.value);
  const named = choices.levels.map((level) => level.agent);
  at('seats').replaceChildren(...Array.from({ length: Number(at('players').value) }, (_, seat) => {
    const label = make('label', {}, `${texts.seat} ${seat} `);
    const select = make('select', { id: `seat-${seat}` });
    const levels = make('optgroup', { label: texts.levels });
    const agents = make('optgroup', { label: texts.agents });
    for (const level of choices.levels) levels.append(make('option', { value: level.agent }, `${level.name}: ${level.about}`));
    for (const name of choices.agents) if (!named.includes(name)) agents.append(make('option', {}, name));
    select.append(make('option', { value: choices.person }, choices.person_name), levels, agents);
    select.value = before[seat] || (seat ? named[1] : choices.person);
    label.append(select);
    return label;
  }));
}

async function drawTables() {
  const tables = await (await fetch('/api/tables')).json();
  const known = secrets();
  if (!tables.length) return;
  at('tables').replaceChildren(...tables.reverse().map((table) => {
    const item = make('li');
    const when = table.over ? texts.over : table.round ? `${texts.round} ${table.round}` : texts.draft;
    item.append(`${table.names.join(', ')} (${when}) `, make('a', { href: `/table/${table.name}` }, texts.watch));
    if (known[table.name]) {
      item.append(' ', make('a', { href: `/table/${table.name}#${known[table.name]}` }, texts.your_seat));
    }
    return item;
  }));
}

async function ask(address, body) {
  at('error').textContent = '';
  const response = await fetch(address, { method: 'POST', body });
  const answer = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) { at('error').textContent = answer.error || answer.detail || texts.failed; return null; }
  return answer;
}

function follow(links) {
  if (links.replay) { location.href = links.replay; return; }
  const seats = Object.entries(links).filter(([name]) => name !== 'watch');
  if (seats.length < 2 && !choices.network) { location.href = seats.length ? seats[0][1] : links.watch; return; }
  at('links-about').hidden = false;
  at('links').replaceChildren(...Object.entries(links).map(([name, address]) => {
    const item = make('li');
    const words = name === 'watch' ? texts.watch : `${texts.seat} ${name.replace('seat ', '')}`;
    item.append(make('a', { href: address, target: '_blank' }, words));
    if (choices.network) item.append(` ${texts.elsewhere} `, make('code', {}, choices.network + address));
    return item;
  }));
}

at('form').onsubmit = async (event) => {
  event.preventDefault();
  const seed = at('seed').value.trim();
  const links = await ask('/api/tables', JSON.stringify({
    seats: [...document.querySelectorAll('#seats select')].map((select) => select.value),
    edition: at('edition').value,
    rounds: Number(at('rounds').value),
    draft: at('draft').value,
    closed: at('closed').checked,
    pace: at('pace').value,
    seed: seed ? Number(seed) : null,
    board: at('board').value === OWN ? ownBoard() : null,
  }));
  if (links) follow(links);
};
at('file').onchange = async () => {
  const file = at('file').files[0];
  if (!file) return;
  const links = await ask('/api/records', await file.arrayBuffer());
  if (links) follow(links);
};
at('players').onchange = drawSeats;

for (const [code, name] of Object.entries(texts.languages)) at('language').append(make('option', { value: code }, name));
at('language').value = texts.language;
at('language').onchange = () => {
  document.cookie = `dixie-language=${at('language').value}; path=/; max-age=31536000; SameSite=Strict`;
  location.reload();
};

(async () => {
  choices = await (await fetch('/api/choices')).json();
  for (const name of choices.editions) at('edition').append(make('option', {}, name));
  at('edition').value = 'de';
  for (const name of choices.paces) at('pace').append(make('option', { value: name }, texts[`pace_${name.replaceAll(' ', '_')}`]));
  at('pace').value = 'quick';
  at('board').append(make('option', { value: '' }, choices.board));
  if (ownBoard()) {
    at('board').append(make('option', { value: OWN }, texts.own_board));
    at('enter').textContent = texts.go_on;
  }
  drawSeats();
  drawTables();
})();
