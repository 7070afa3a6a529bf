const data = JSON.parse(document.getElementById('data').textContent);

drawClimate(document.getElementById('climate'), data);
drawWind(document.getElementById('wind'), data);
summarise(document.getElementById('summary'), data);

/**
 * Bars for rain, with the scale at the left, and a line for temperature, with the scale at the
 * right.
 */
function drawClimate(svg, { months, rainMillimetres, degreesCelsius }) {
  const frame = { left: 46, right: 634, top: 16, bottom: 286 };
  const step = (frame.right - frame.left) / months.length;
  const rainY = scale([0, 100], [frame.bottom, frame.top]);
  const warmY = scale([0, 25], [frame.bottom, frame.top]);
  const middle = (index) => frame.left + step * (index + 0.5);

  for (const tick of [0, 20, 40, 60, 80, 100]) {
    const y = rainY(tick);
    add(svg, 'line', { x1: frame.left, x2: frame.right, y1: y, y2: y, stroke: '#dde3e8' });
    add(svg, 'text', { x: frame.left - 8, y: y + 4, 'text-anchor': 'end' }, String(tick));
    add(svg, 'text', { x: frame.right + 8, y: y + 4 }, String(tick / 4));
  }
  rainMillimetres.forEach((rain, index) => {
    const y = rainY(rain);
    const bar = { x: middle(index) - 15, y, width: 30, height: frame.bottom - y, rx: 2 };
    add(svg, 'rect', { ...bar, fill: '#8fb7d9' });
    const name = { x: middle(index), y: frame.bottom + 18, 'text-anchor': 'middle' };
    add(svg, 'text', name, months[index]);
  });
  const points = degreesCelsius.map((degrees, index) => `${middle(index)},${warmY(degrees)}`);
  const line = { fill: 'none', stroke: '#c4572a', 'stroke-width': 3, 'stroke-linejoin': 'round' };
  add(svg, 'polyline', { ...line, points: points.join(' ') });
  add(svg, 'rect', { x: frame.left, y: 312, width: 12, height: 12, fill: '#8fb7d9' });
  add(svg, 'text', { x: frame.left + 18, y: 322 }, 'Rain in millimetres, left scale');
  add(svg, 'rect', { x: 290, y: 316, width: 12, height: 4, fill: '#c4572a' });
  add(svg, 'text', { x: 308, y: 322 }, 'Temperature in degrees Celsius, right scale');
}

/**
 * A square for each hour of each day; the numbers come from a small generator, so that each run
 * draws the same.
 */
function drawWind(canvas, { windDays, windSeed }) {
  const pen = canvas.getContext('2d');
  const left = 130;
  const cell = (canvas.width - left) / windDays;
  const height = (canvas.height - 60) / 24;
  const random = generator(windSeed);
  let wind = 0.3;
  pen.font = '30px "Segoe UI", "Open Sans", Arial, "DejaVu Sans Condensed", sans-serif';
  pen.textBaseline = 'middle';
  for (let day = 0; day < windDays; day += 1) {
    for (let hour = 0; hour < 24; hour += 1) {
      const sun = Math.max(0, Math.sin(((hour - 7) / 14) * Math.PI)) * 0.35;
      wind = Math.min(0.65, Math.max(0, wind + (random() - 0.5) * 0.16));
      pen.fillStyle = `hsl(172 38% ${92 - (wind + sun) * 68}%)`;
      pen.fillRect(left + day * cell + 1.5, hour * height + 1.5, cell - 3, height - 3);
    }
    if (day % 5 === 4) label(pen, String(day + 1), left + (day + 0.5) * cell, 'center');
  }
  for (const hour of [0, 6, 12, 18]) {
    pen.fillStyle = '#5d6b78';
    pen.textAlign = 'right';
    pen.fillText(`${hour}:00`, left - 18, (hour + 0.5) * height);
  }
}

function label(pen, text, x, align) {
  pen.fillStyle = '#5d6b78';
  pen.textAlign = align;
  pen.fillText(text, x, pen.canvas.height - 26);
}

function summarise(paragraph, { months, rainMillimetres, degreesCelsius }) {
  const rain = rainMillimetres.reduce((sum, value) => sum + value, 0);
  const wettest = months[rainMillimetres.indexOf(Math.max(...rainMillimetres))];
  const mean = degreesCelsius.reduce((sum, value) => sum + value, 0) / months.length;
  paragraph.textContent =
    `In all ${rain} mm of rain fell, the most in ${wettest}. ` +
    `The mean temperature was ${mean.toFixed(1)} °C.`;
}

function scale([from, to], [start, end]) {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

function add(parent, name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  parent.append(element);
}

/**
 * A linear congruential generator with the constants of Numerical Recipes; answers numbers from 0
 * to 1.
 */
function generator(seed) {
  let state = seed % 2 ** 32;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
