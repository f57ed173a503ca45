'use strict';
// Pieces on their way: one step after the other, until somebody skips them or prefers none.
const STEP = 300, MOST = 4800; // milliseconds of a step, and of everything that one message moves
const still = matchMedia('(prefers-reduced-motion: reduce)');
let skipping = false, flights = [];

function centre(place) {
  const element = placeOf(place);
  if (!element) return null;
  const box = element.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function pieceOf(piece, label) {
  const [kind, seat] = piece.split('-');
  const group = draw('g', { class: 'flying dixie dixie-auto' });
  if (kind === 'pixie') {
    group.append(draw('use', { href: '#dx-pixie', x: -16, y: -20, width: 32, height: 40, class: `s${seat}` }),
      draw('text', { y: 17, class: `i${seat} m b` }, seat === '5' ? 'd' : seat));
  } else if (kind === 'disc') {
    group.append(draw('circle', { r: 12, class: seat === undefined ? 'disc' : `s${seat}` }));
    if (seat !== undefined) group.append(draw('text', { y: 5, class: `i${seat} m b` }, seat));
  } else if (kind === 'tile') {
    group.append(draw('rect', { x: -17, y: -17, width: 34, height: 34, rx: 5, class: 'lit' }),
      draw('rect', { x: -17, y: -17, width: 34, height: 34, rx: 5, class: 'edge' }),
      draw('text', { y: 6, class: 'ink m b', style: 'font-size:16px' }, label));
    return group;
  } else {
    group.append(draw('use', { href: `#dx-${kind}`, x: -14, y: -14, width: 28, height: 28, class: texts.inherited[kind] || '' }));
  }
  if (label) {
    group.append(draw('circle', { cx: 16, cy: -12, r: 10, class: 'tile' }),
      draw('text', { x: 16, y: -7, class: 'ink m b', style: 'font-size:14px' }, label));
  }
  return group;
}

function fly([piece, source, target, label], time) {
  const [from, to] = [centre(source), centre(target)];
  if (!from || !to) return null;
  const ghost = pieceOf(piece, label);
  at('flying').append(ghost);
  const place = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
  const flight = ghost.animate([place(from), place(to)], { duration: time, easing: 'ease-in-out', fill: 'both' });
  flights.push(flight);
  return flight.finished.catch(() => null).then(() => ghost.remove());
}

function mayMove() { return !still.matches && at('moving').checked && !document.hidden; }

async function move(steps) {
  if (!steps.length || !mayMove()) return;
  const time = Math.min(STEP, MOST / steps.length);
  at('skip').hidden = false;
  for (const step of steps) {
    if (skipping) break;
    light([]);
    await Promise.all(step.map((piece) => fly(piece, time)).filter(Boolean));
  }
  at('skip').hidden = true;
  flights = [];
}

function skip() {
  if (at('skip').hidden) return;
  skipping = true;
  for (const flight of flights) flight.finish();
}

// what an option would move, while it is under the pointer or has the focus
function preview(option) {
  at('flying').replaceChildren();
  light(option.place ? [option.place, ...option.moves.map(([, , target]) => target)] : option.moves.map(([, , target]) => target));
  for (const [piece, source, target, label] of option.moves) {
    const [from, to] = [centre(source), centre(target)];
    if (!from || !to) continue;
    at('flying').append(draw('path', { d: `M${from}L${to}`, class: 'way' }));
    const ghost = pieceOf(piece, label);
    ghost.setAttribute('transform', `translate(${to})`);
    ghost.classList.add('preview');
    at('flying').append(ghost);
  }
}

function endPreview() {
  if (at('skip').hidden) { at('flying').replaceChildren(); light([]); }
}

at('skip').onclick = skip;
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') skip(); });
