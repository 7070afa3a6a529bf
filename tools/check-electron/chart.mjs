/**
 * A page that draws its bars and its number like usual chart libraries: over half a second, frame
 * by frame. Without frames it stays at 0.
 */
export const chart = `<p>0</p><script>
  const start = performance.now();
  requestAnimationFrame(function draw(now) {
    const part = Math.min(1, (now - start) / 500);
    document.querySelector('p').textContent = 'drawn ' + Math.round(part * 100) + ' %';
    if (part < 1) requestAnimationFrame(draw);
  });
</script>`;
