import { InputError } from '../core/domain/errors.ts'
import type { ForgetRequestId } from '../core/domain/ids.ts'
import { confirmForgetRequest, discardPreview, type ForgetConfirmation, findForgetProgress } from '../privacy/forget/confirm.ts'
import type { Command } from './command.ts'

/** Used by the buttons under the preview of /forget. */
export const forgetting: Command = {
  declaration: {
    name: 'forgetting',
    help: 'Confirm what is to be forgotten, or keep it',
    arguments: [
      { name: 'answer', kind: 'choice', required: true, choices: ['confirm', 'keep'], help: 'What to do' },
      { name: 'id', kind: 'text', required: true, help: 'The number of what was listed' },
    ],
    hidden: true,
  },
  async run({ privacy }, { user }, args) {
    const id = parseRequestNumber(args['id'] ?? '')
    if (args['answer'] === 'keep')
      return {
        text: (await discardPreview(privacy.store, user.id, id))
          ? 'Nothing was forgotten.'
          : 'There is no such list that waits for an answer.',
      }
    const outcome = await confirmForgetRequest(privacy, user.id, id)
    const soFar = outcome === 'running' ? await findForgetProgress(privacy.store.db, user.id) : undefined
    return { text: soFar ? `${said.running} ${soFar.forgottenCount.toLocaleString('en')} messages so far.` : said[outcome] }
  },
}

function parseRequestNumber(text: string): ForgetRequestId {
  const id = Number(/^\d{1,10}$/.exec(text)?.[0] ?? Number.NaN)
  if (!(id <= 2_147_483_647)) throw new InputError('Write the number of a list, as in /forgetting confirm 12.')
  return id as ForgetRequestId
}

const said: Readonly<Record<ForgetConfirmation, string>> = {
  begun: 'I am forgetting it, and tell you when it is done.',
  running: 'I am at it already.',
  done: 'That is forgotten already.',
  expired: 'That was listed too long ago, and there may be more by now: ask with /forget again.',
  unknown: 'There is no such list that waits for an answer.',
}
