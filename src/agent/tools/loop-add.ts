import { z } from 'zod'
import { loopOwners } from '../../core/domain/loops.ts'
import { addLoopAndNotify, type NotifiedLoopDeps } from '../../loops/notified-loops.ts'
import { maxLoopChars } from '../../loops/open-loop.ts'
import { defineTool, type Tool, toAnsweringContext } from '../tool.ts'
import { describeLoop, requireToolDue } from './shared/loops.ts'

/** Creates the loop.add tool. */
export function loopAdd(deps: NotifiedLoopDeps): Tool {
  return defineTool({
    name: 'loop_add',
    description: 'Notes a task or reminder they ask for.',
    input: z.strictObject({
      text: z.string().trim().min(1, 'some text').max(maxLoopChars, `at most ${maxLoopChars} characters`),
      due: z.string().trim().max(1_000, 'at most 1000 characters').optional().describe('Such as: Friday at 9'),
      owner: z.enum(loopOwners).optional(),
      name: z.string().trim().max(60, 'at most 60 characters').optional(),
    }),
    shown: ['text', 'due'],
    progress: 'progress.note',
    async run(context, { text, due: written, owner = 'user', name }) {
      const due = written === undefined ? undefined : requireToolDue(written, context)
      const answering = { ...(await toAnsweringContext(context, { noted: [text, name].join(' ') })), timezone: context.timezone }
      const { loop, isNew } = await addLoopAndNotify(deps, answering, { text, due, owner, ownerName: name })
      return { ...describeLoop(loop), already_open: !isNew }
    },
  })
}
