import type { ForgetRequestId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { confirmForgetRequest, discardPreview, findForgetProgress } from '../privacy/forget/confirm.ts'
import type { Command } from './shared/command.ts'

/** Used by the buttons below the preview of /forget. */
export const forgetting: Command = {
  declaration: {
    name: 'forgetting',
    help: 'forgetting.help',
    arguments: [
      { name: 'answer', kind: 'choice', required: true, choices: ['confirm', 'keep'], help: 'choice.help' },
      { name: 'id', kind: 'text', required: true, help: 'forgetting.id' },
    ],
    hidden: true,
  },
  async run({ privacy }, { user, translate }, args) {
    const id = parseRequestNumber(args['id'] ?? '')
    if (args['answer'] === 'keep') {
      const isKept = await discardPreview(privacy.store, user.id, id)
      return { text: isKept ? translate('forget.kept') : translate('forget.outcome', { outcome: 'unknown' }) }
    }
    const outcome = await confirmForgetRequest(privacy, user.id, id)
    const soFar = outcome === 'running' ? await findForgetProgress(privacy.store.db, user.id) : undefined
    return { text: soFar ? translate('forget.progress', { count: soFar.forgottenCount }) : translate('forget.outcome', { outcome }) }
  },
}

function parseRequestNumber(text: string): ForgetRequestId {
  const id = Number(/^\d{1,10}$/.exec(text)?.[0] ?? Number.NaN)
  if (!(id <= 2_147_483_647)) throw new LocalizedInputError('forget.previewNumber')
  return id as ForgetRequestId
}
