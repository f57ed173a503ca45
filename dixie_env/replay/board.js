'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const at = (id) => document.getElementById(id);
const positions = data.positions, last = positions.length - 1;
const SVG = 'http://www.w3.org/2000/svg';

// what every part of the board shows, for each position
const boards = [];
for (const position of positions) {
  boards.push(Object.assign({}, boards.length ? boards[boards.length - 1] : {}, position.parts));
}
const groups = {};
let shown = {};

function make(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function makeSvg(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function badge(seat) {
  const element = make('span', { class: 'badge' }, String(seat));
  element.style.background = data.colours[seat];
  element.style.color = data.inks[seat];
  return element;
}

function nameOf(seat) {
  return data.names[seat] ? `seat ${seat} (${data.names[seat]})` : `seat ${seat}`;
}

// --- the board ---------------------------------------------------------------------------------------------

function drawBoard(index) {
  const board = boards[index];
  for (const name of Object.keys(shown)) {
    if (!(name in board)) { groups[name].remove(); delete groups[name]; delete shown[name]; }
  }
  for (const [name, number] of Object.entries(board)) {
    if (shown[name] === number) continue;
    if (!groups[name]) {
      groups[name] = makeSvg('g', { 'data-part': name });
      at('parts').append(groups[name]);
    }
    groups[name].innerHTML = data.strings[number];
    shown[name] = number;
  }
}

// --- files -------------------------------------------------------------------------------------------------

// a drawing of this page with its style, so that it looks the same outside of it, in the light and in the dark
function drawingAsText(svg) {
  const copy = svg.cloneNode(true);
  copy.setAttribute('xmlns', SVG);
  copy.removeAttribute('id');
  copy.classList.add(...document.body.classList);
  for (const line of copy.querySelectorAll('.cursor')) line.remove();
  const [x, y, width, height] = copy.getAttribute('viewBox').split(' ');
  copy.prepend(makeSvg('style', {}, document.querySelector('style').textContent),
    makeSvg('rect', { x, y, width, height, style: 'fill: var(--panel)' }));
  copy.setAttribute('style', `width: ${width}px; height: ${height}px; max-height: none`);
  return new XMLSerializer().serializeToString(copy);
}

function saveFile(name, text, type) {
  const link = make('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
