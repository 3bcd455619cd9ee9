/** The bullets of the decisions in a day summary, without their citations; empty where there were none. */
export function extractDecisions(markdown: string): string[] {
  // Headings are in the user's language; their order is fixed: summary, goals, decisions.
  const section = markdown.split(/^## .*$/m)[3] ?? ''
  return section
    .split('\n')
    .filter((line) => /^\s*[-*]\s/.test(line) && /\[#\d+\]/.test(line))
    .map((line) => stripCitations(line.replace(/^\s*[-*]\s+/, '')))
}

export function stripCitations(text: string): string {
  return text.replace(/\s*\[#\d+\]/g, '')
}
