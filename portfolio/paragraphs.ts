/** The paragraphs of a text, separated by empty lines. */
export function paragraphsOf(details: string): string[] {
  return details
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}
