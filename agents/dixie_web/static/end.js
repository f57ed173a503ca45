'use strict';
// The end: the score sheet, row by row.
const ROW = 450;
let drawn = false;

function drawSheet(rows) {
  if (drawn) return;
  drawn = true;
  const table = make('table', { class: 'sheet' });
  const head = make('tr');
  head.append(make('th', { scope: 'col' }, texts.player));
  names.forEach((name, seat) => {
    const cell = make('th', { scope: 'col' });
    cell.append(disc(seat), ' ', name);
    head.append(cell);
  });
  table.append(head);
  const made = rows.map((row) => {
    const line = make('tr', { class: row.kind });
    line.append(make('th', { scope: 'row' }, row.name));
    for (const value of row.values) {
      const sign = row.kind === 'reward' && value > 0 ? '+' : '';
      line.append(make('td', {}, row.kind === 'rank' ? value : `${sign}${value}`.replace('-', '\u2212')));
    }
    table.append(line);
    return line;
  });
  at('sheet').replaceChildren(table);
  if (!mayMove()) return;
  made.forEach((line, number) => {
    line.classList.add('hidden');
    setTimeout(() => line.classList.remove('hidden'), ROW * (number + 1));
  });
  table.onclick = () => made.forEach((line) => line.classList.remove('hidden'));
}
