import encodeQr from 'qr';

/** Modules of white around the code, without which scanners do not find it. */
const border = 4;

/** A code to scan, made here, so that its content goes nowhere. Dark on white in both appearances, because many scanners read nothing else. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const rows = encodeQr(content, 'raw', { border });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges">
      <path fill="#ffffff" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path fill="#000000" d={dark.join('')} />
    </svg>
  );
}
