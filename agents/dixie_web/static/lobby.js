'use strict';
const at = (id) => document.getElementById(id);
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
  const bot = choices.agents.includes('balanced') ? 'balanced' : choices.agents.includes('sane') ? 'sane' : choices.agents[0];
  at('seats').replaceChildren(...Array.from({ length: Number(at('players').value) }, (_, seat) => {
    const label = make('label', {}, `Seat ${seat} `);
    const select = make('select', { id: `seat-${seat}` });
    for (const name of [choices.person, ...choices.agents]) select.append(make('option', {}, name));
    select.value = before[seat] || (seat ? bot : choices.person);
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
    const when = table.over ? 'over' : table.round ? `round ${table.round}` : 'draft';
    item.append(`${table.seats.join(', ')} (${when}) `, make('a', { href: `/table/${table.name}` }, 'watch'));
    if (known[table.name]) {
      item.append(' ', make('a', { href: `/table/${table.name}#${known[table.name]}` }, 'your seat'));
    }
    return item;
  }));
}

async function ask(address, body) {
  at('error').textContent = '';
  const response = await fetch(address, { method: 'POST', body });
  const answer = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) { at('error').textContent = answer.error || answer.detail || 'The request failed.'; return null; }
  return answer;
}

function follow(links) {
  if (links.replay) { location.href = links.replay; return; }
  const seats = Object.entries(links).filter(([name]) => name !== 'watch');
  if (seats.length < 2) { location.href = seats.length ? seats[0][1] : links.watch; return; }
  at('links').replaceChildren(...Object.entries(links).map(([name, address]) => {
    const item = make('li');
    item.append(make('a', { href: address, target: '_blank' }, name));
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

(async () => {
  choices = await (await fetch('/api/choices')).json();
  for (const name of choices.editions) at('edition').append(make('option', {}, name));
  at('edition').value = 'de';
  for (const name of choices.paces) at('pace').append(make('option', {}, name));
  at('pace').value = 'quick';
  at('board').append(make('option', { value: '' }, choices.board));
  if (ownBoard()) {
    at('board').append(make('option', { value: OWN }, 'your own board'));
    at('enter').textContent = 'Go on with your board';
  }
  drawSeats();
  drawTables();
})();
