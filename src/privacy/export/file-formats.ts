import { dayLabelOf } from '../../core/ports/clock.ts'
import type { DaySpan } from '../../core/ports/personal-data.ts'
import { type ExportSelection, type ExportSource, exportJson } from './export-json.ts'
import { exportMarkdown, type MarkdownOptions } from './export-markdown.ts'

export type ExportFormat = 'markdown' | 'json'

interface ExportFileFormat {
  readonly extension: string
  readonly mediaType: string
  readonly write: (options: ExportSource & MarkdownOptions, what: ExportSelection) => AsyncGenerator<string>
}

/** The files that an export consists of, the one for people first. */
export const exportFormats: Readonly<Record<ExportFormat, ExportFileFormat>> = {
  markdown: { extension: 'md', mediaType: 'text/markdown', write: exportMarkdown },
  json: { extension: 'json', mediaType: 'application/json', write: exportJson },
}

/** Such as throughline-2026-11-18.json: by the day on which it was asked for. */
export const exportFileName = (format: ExportFormat, at: Date, timezone: string): string =>
  `throughline-${dayLabelOf(at, timezone)}.${exportFormats[format].extension}`

/** Where the files are on the page, for whoever is signed in there. */
export function formatDownloadLinks({ webUrl }: { readonly webUrl?: URL }, { from, to }: DaySpan): string {
  if (!webUrl) return 'Both files are on the web page under Settings, Export.'
  const links = (['markdown', 'json'] as const).map((format) => {
    const query = new URLSearchParams({ format, ...(from && { from }), ...(to && { to }) })
    return `[${format === 'json' ? 'JSON' : 'Markdown'}](${new URL(`/export/?${query}`, webUrl).href})`
  })
  return `Both files are on the web page: ${links.join(' and ')}. /web gives you a link that signs you in there.`
}
