import { counted } from '../../core/domain/text.ts'
import type { ForgetCounts } from './preview.ts'

/** What would go, of each kind there is any of. */
export function formatCounts({ userMessages, botMessages, files, memories, summaries }: ForgetCounts): string[] {
  return [
    ...(userMessages > 0 ? [`${counted(userMessages, 'message')} of yours`] : []),
    ...(botMessages > 0 ? [`${counted(botMessages, 'message')} of mine`] : []),
    ...(files > 0 ? [counted(files, 'file')] : []),
    ...(memories > 0 ? [counted(memories, 'memory', 'memories')] : []),
    ...(summaries > 0 ? [`${counted(summaries, 'summary', 'summaries')} of days, written again from what is left`] : []),
  ]
}
