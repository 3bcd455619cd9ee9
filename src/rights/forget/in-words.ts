import { counted } from '../../core/text.ts'
import type { Counts } from './list.ts'

/** What would go, of each kind there is any of. */
export function countLines({ yours, mine, files, memories, summaries }: Counts): string[] {
  return [
    ...(yours > 0 ? [`${counted(yours, 'message')} of yours`] : []),
    ...(mine > 0 ? [`${counted(mine, 'message')} of mine`] : []),
    ...(files > 0 ? [counted(files, 'file')] : []),
    ...(memories > 0 ? [counted(memories, 'memory', 'memories')] : []),
    ...(summaries > 0 ? [`${counted(summaries, 'summary', 'summaries')} of days, written again from what is left`] : []),
  ]
}
