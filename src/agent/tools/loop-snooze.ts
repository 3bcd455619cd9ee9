import { z } from 'zod'
import type { LoopId } from '../../core/domain/ids.ts'
import { type NotifiedLoopDeps, snoozeLoopAndNotify } from '../../loops/notified-loops.ts'
import { hasOpenLoops } from '../../loops/open-loop.ts'
import { defineTool, type Tool } from '../tool.ts'
import { describeLoop, loopIdInput, requireToolDue, toLoopAnsweringContext } from './shared/loops.ts'

/** Creates the loop.snooze tool. */
export function loopSnooze(deps: NotifiedLoopDeps): Tool {
  return defineTool({
    name: 'loop_snooze',
    description: 'Changes when a loop is due.',
    isUseful: hasOpenLoops,
    input: z.strictObject({
      id: loopIdInput,
      until: z.string().trim().max(200, 'at most 200 characters'),
    }),
    progress: 'progress.note',
    async run(context, { id, until }) {
      const due = requireToolDue(until, context)
      const answering = await toLoopAnsweringContext(deps.store.db, context, { id: id as LoopId })
      return describeLoop(await snoozeLoopAndNotify(deps, answering, { id: id as LoopId, due }))
    },
  })
}
