import { type Finding, note } from '../../core/domain/finding.ts'
import type { MigrationConnection } from '../migrate.ts'

type QueryConnection = Pick<MigrationConnection, 'query'>

/** Reports the models that an owner chose on the page. The tables may be older than this version. */
export async function checkModelChoices(connection: QueryConnection): Promise<Finding[]> {
  return [...(await checkLanguageModelChoice(connection)), ...(await checkEmbeddingChoice(connection))]
}

/** The configuration takes precedence over this choice. */
async function checkLanguageModelChoice(connection: QueryConnection): Promise<Finding[]> {
  const [choice] = (await hasColumn(connection, 'model_choice', 'base_url'))
    ? await connection.query('SELECT model, base_url FROM model_choice', [])
    : []
  if (!choice) return []
  return [
    note(
      `An owner has chosen the language model ${choice['model']} at ${choice['base_url']} on the settings page. It is used unless OPENAI_API_KEY or OPENAI_BASE_URL is set. "Test" there checks it.`,
    ),
  ]
}

/** This choice takes precedence over the configuration. */
async function checkEmbeddingChoice(connection: QueryConnection): Promise<Finding[]> {
  const [choice] = (await hasColumn(connection, 'embedding_choice', 'origin'))
    ? await connection.query("SELECT model, is_off FROM embedding_choice WHERE origin = 'owner'", [])
    : []
  if (!choice) return []
  const text =
    choice['is_off'] === true
      ? 'An owner has switched embeddings off on the settings page, which overrides the configuration.'
      : `An owner has chosen the embedding model ${choice['model']} on the settings page, which overrides the configuration. "Test" there checks it.`
  return [note(text)]
}

async function hasColumn({ query }: QueryConnection, table: string, column: string): Promise<boolean> {
  const found = await query('SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2', [table, column])
  return found.length > 0
}
