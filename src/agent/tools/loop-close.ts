import { z } from 'zod'
import type { LoopId } from '../../core/domain/ids.ts'
import { closeLoopAndNotify, type NotifiedLoopDeps } from '../../loops/notified-loops.ts'
import { hasOpenLoops } from '../../loops/open-loop.ts'
import { defineTool, type Tool } from '../tool.ts'
import { describeLoop, loopIdInput, toLoopAnsweringContext } from './shared/loops.ts'

/** Creates the loop.close tool. */
export function loopClose(deps: NotifiedLoopDeps): Tool {
  return defineTool({
    name: 'loop_close',
    description: 'Closes a loop that is done or dropped.',
    isUseful: hasOpenLoops,
    input: z.strictObject({ id: loopIdInput, state: z.enum(['done', 'dropped']).optional() }),
    shown: ['id'],
    progress: 'progress.note',
    async run(context, { id, state = 'done' }) {
      const change = { id: id as LoopId, ...(state === 'done' && { doneIn: context.language }) }
      const answering = await toLoopAnsweringContext(deps.store.db, context, change)
      return describeLoop(await closeLoopAndNotify(deps, answering, { id: id as LoopId, state }))
    },
  })
}
