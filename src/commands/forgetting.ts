import { InputError } from '../core/domain/errors.ts'
import type { ForgetRequestId } from '../core/domain/ids.ts'
import { confirmForgetRequest, discardPreview, type ForgetConfirmation, findForgetProgress } from '../privacy/forget/confirm.ts'
import type { Command } from './shared/command.ts'

/** Used by the buttons below the preview of /forget. */
export const forgetting: Command = {
  declaration: {
    name: 'forgetting',
    help: 'Confirm or cancel a deletion',
    arguments: [
      { name: 'answer', kind: 'choice', required: true, choices: ['confirm', 'keep'], help: 'What to do' },
      { name: 'id', kind: 'text', required: true, help: 'The number of the preview' },
    ],
    hidden: true,
  },
  async run({ privacy }, { user }, args) {
    const id = parseRequestNumber(args['id'] ?? '')
    if (args['answer'] === 'keep')
      return {
        text: (await discardPreview(privacy.store, user.id, id))
          ? 'Nothing was deleted.'
          : 'No deletion with that number is waiting for an answer.',
      }
    const outcome = await confirmForgetRequest(privacy, user.id, id)
    const soFar = outcome === 'running' ? await findForgetProgress(privacy.store.db, user.id) : undefined
    return {
      text: soFar
        ? `${confirmationTexts.running} ${soFar.forgottenCount.toLocaleString('en')} messages so far.`
        : confirmationTexts[outcome],
    }
  },
}

function parseRequestNumber(text: string): ForgetRequestId {
  const id = Number(/^\d{1,10}$/.exec(text)?.[0] ?? Number.NaN)
  if (!(id <= 2_147_483_647)) throw new InputError('Write the number of a preview, as in /forgetting confirm 12.')
  return id as ForgetRequestId
}

const confirmationTexts: Readonly<Record<ForgetConfirmation, string>> = {
  started: 'I am deleting it, and will notify you when it is done.',
  running: 'I am already deleting it.',
  done: 'That has already been deleted.',
  expired: 'This preview has expired, and there may be more to delete by now. Run /forget again.',
  unknown: 'No deletion with that number is waiting for an answer.',
}
