import { z } from 'zod'
import type { NotifiedLoopDeps } from '../../loops/notified-loops.ts'
import { hasUnshownLoops, listLoops, loopStates } from '../../loops/open-loop.ts'
import { defineTool, type Tool } from '../tool.ts'
import { describeLoop } from './shared/loops.ts'

/** The maximum number of loops that one call lists. */
const most = 30

/** Creates the loop.list tool. */
export function loopList({ store }: Pick<NotifiedLoopDeps, 'store'>): Tool {
  return defineTool({
    name: 'loop_list',
    description: 'Lists all open loops.',
    input: z.strictObject({ state: z.enum(loopStates).optional() }),
    shown: [],
    isUseful: hasUnshownLoops,
    progress: 'progress.memory',
    async run(context, { state = 'open' }) {
      const { loops, total } = await listLoops(store.db, context, { state, limit: most })
      return { loops: loops.map(describeLoop), total }
    },
  })
}
