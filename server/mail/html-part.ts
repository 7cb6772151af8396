/** The HTML part of an e-mail: paragraphs without external resources. A line that is a URL of this site is a link. */
export function htmlPart(text: string, origin: string): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p dir="auto">${linkLines(paragraph, origin)}</p>`)
  const style = 'max-width:38em;margin:0 auto;padding:24px;font:16px/1.55 sans-serif;color:#1e1c1a'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body><div style="${style}">${paragraphs.join('')}</div></body></html>`
}

function linkLines(paragraph: string, origin: string): string {
  return paragraph
    .split('\n')
    .map((line) => {
      const escaped = escapeHtml(line)
      return line.startsWith(`${origin}/`) && !/\s/.test(line) ? `<a href="${escaped}">${escaped}</a>` : escaped
    })
    .join('<br>')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
