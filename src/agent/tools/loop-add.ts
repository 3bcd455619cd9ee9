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
    description: 'Notes what this person, you or somebody else still has to do, when they ask for it. With a time, the person is reminded.',
    input: z.strictObject({
      text: z
        .string()
        .trim()
        .min(1, 'some text')
        .max(maxLoopChars, `at most ${maxLoopChars} characters`)
        .describe('What, in their words: call Ann'),
      due: z.string().trim().max(200, 'at most 200 characters').optional().describe('When, in their words: Friday at 9, every Monday at 8'),
      owner: z.enum(loopOwners).optional().describe('Who has to do it. Default: user'),
      name: z.string().trim().max(60, 'at most 60 characters').optional().describe('Of the other person'),
    }),
    shown: ['text', 'due', 'owner', 'name'],
    progress: 'progress.note',
    async run(context, { text, due: written, owner = 'user', name }) {
      const due = written === undefined ? undefined : requireToolDue(written, context)
      const answering = { ...toAnsweringContext(context), timezone: context.timezone }
      const { loop, isNew } = await addLoopAndNotify(deps, answering, { text, due, owner, ownerName: name })
      return { ...describeLoop(loop), already_open: !isNew }
    },
  })
}
