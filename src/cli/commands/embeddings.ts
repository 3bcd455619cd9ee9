import process from 'node:process'
import { buildChoiceParser, buildCommand } from '@stricli/core'

const actions = ['rebuild', 'retry'] as const
type EmbeddingsAction = (typeof actions)[number]

export const embeddingsCommand = buildCommand<object, [action?: EmbeddingsAction]>({
  async loader() {
    const [{ withApp }, { runEmbeddings }] = await Promise.all([import('../with-app.ts'), import('../embeddings.ts')])
    return (_flags, action) => withApp((app) => runEmbeddings(app, action, { in: process.stdin, out: process.stdout, err: process.stderr }))
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief:
            '"rebuild" creates all embeddings again, for example for another model, after you confirm it; "retry" tries failed ones again',
          placeholder: actions.join('|'),
          parse: buildChoiceParser(actions),
          proposeCompletions: (partial: string) => actions.filter((action) => action.startsWith(partial)),
          optional: true,
        },
      ],
    },
  },
  docs: { brief: 'Prints the progress of the embeddings, after changing them if asked to' },
})
