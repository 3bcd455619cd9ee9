import { formatList, type Translate } from '../../core/messages/messages.ts'
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

/** The files of an export, in the order in which they are sent. */
export const exportFormats: Readonly<Record<ExportFormat, ExportFileFormat>> = {
  markdown: { extension: 'md', mediaType: 'text/markdown', write: exportMarkdown },
  json: { extension: 'json', mediaType: 'application/json', write: exportJson },
}

/** Returns a name such as throughline-2026-11-18.json, with the local day of the request. */
export const exportFileName = (format: ExportFormat, at: Date, timezone: string): string =>
  `throughline-${dayLabelOf(at, timezone)}.${exportFormats[format].extension}`

/** Returns a sentence that says where to download both files on the page. */
export function formatDownloadLinks({ webUrl }: { readonly webUrl?: URL }, { from, to }: DaySpan, translate: Translate): string {
  if (!webUrl) return translate('export.onThePage')
  const links = (['markdown', 'json'] as const).map((format) => {
    const query = new URLSearchParams({ format, ...(from && { from }), ...(to && { to }) })
    return `[${format === 'json' ? 'JSON' : 'Markdown'}](${new URL(`/export/?${query}`, webUrl).href})`
  })
  return translate('export.links', { links: formatList(links, translate) })
}
