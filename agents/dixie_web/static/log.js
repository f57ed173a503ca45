'use strict';
// The log: rounds that fold, and lines that point to their places.
let lines = [], nodes = [], list = null;

function lineOf(line) {
  const item = make('li', { class: `line ${line.role}` });
  const button = make(line.places.length ? 'button' : 'span', line.places.length ? { type: 'button', title: texts.point_to } : {});
  for (const name of line.icons.slice(0, 3)) button.append(symbol(name));
  if (line.icons.length) button.append(' ');
  if (line.seat !== null) {
    button.append(disc(line.seat), ' ', make('b', {}, names[line.seat] || ''), ' ');
  }
  button.append(rich(make('span'), line.text));
  item.append(button);
  if (line.places.length) {
    button.onmouseenter = button.onfocus = () => light(line.places);
    button.onmouseleave = button.onblur = () => light([]);
    button.onclick = () => {
      light(line.places);
      if (phone.matches) openTab(tabOf(line.places[0]));
    };
  }
  return item;
}

function newRound(title) {
  for (const details of at('log').querySelectorAll('details')) details.open = false;
  const details = make('details', { open: '' });
  list = make('ol');
  details.append(make('summary', {}, title), list);
  at('log').append(details);
  return details;
}

function writeLog(log) {
  lines = [...lines.slice(0, log.from), ...log.lines];
  for (const node of nodes.splice(log.from)) node.remove();
  list = [...at('log').querySelectorAll('details > ol')].pop() || null;
  for (const line of log.lines) {
    if (line.role === 'round') { nodes.push(newRound(line.text)); continue; }
    if (!list) newRound(texts.log_start);
    const item = lineOf(line);
    list.append(item);
    nodes.push(item);
  }
  if (log.lines.length) at('log').scrollTop = at('log').scrollHeight;
}

// what the others did since this seat's last turn
function writeSince(view) {
  const start = view.since;
  const since = view.ask && start ? lines.slice(start).filter((line, number) => !(number === 0 && line.seat === view.seat)) : [];
  const told = since.filter((line) => ['choice', 'event', 'chance'].includes(line.role));
  at('since').hidden = !told.length;
  at('since').querySelector('ol').replaceChildren(...told.map(lineOf));
}
