import type { ServerProblemKind } from '../../../src/model/choice/check-server.ts'
import { loadChatModelChoice, type StoredChatModelChoice, unsealApiKey } from '../../../src/model/choice/model-choice.ts'
import type { WebDeps } from '../options.ts'

/** What is wrong with a form, in a form that the catalogue has words for. */
export interface ModelFormProblem {
  readonly kind: ServerProblemKind | 'address' | 'password' | 'format' | 'store' | 'insecure'
  readonly detail: string
}

/** What was entered in the form, and what came of it. */
export interface ModelFormEntry {
  readonly address?: string
  readonly model?: string | undefined
  /** The models of the server, if it was asked. */
  readonly models?: readonly string[]
  /** The entered key, encrypted for the address, so that it need not be entered again. */
  readonly sealedKey?: string | undefined
  readonly problem?: ModelFormProblem
  /** Absent if the server was not asked, or there is a problem. */
  readonly outcome?: 'listed' | 'works'
}

/** What the form shows. */
export interface ModelFormView extends ModelFormEntry {
  readonly address: string
  readonly models: readonly string[]
  /** Absent if there is only the offline model. */
  readonly inUse: string | undefined
  /** The environment variables that take precedence. */
  readonly variables: readonly string[]
  readonly canStoreKeys: boolean
  /** Whether a key is stored for the address. */
  readonly hasKey: boolean
  /** Whether the stored key cannot be decrypted. */
  readonly isUnreadable: boolean
  /** Whether there is a choice to undo. */
  readonly isChosen: boolean
}

export async function loadModelForm(deps: WebDeps, entry: ModelFormEntry = {}): Promise<ModelFormView> {
  const { languageModels, encryptionKey } = deps
  const choice = await loadChatModelChoice(deps.store.db)
  const address = entry.address ?? choice?.baseUrl ?? ''
  const model = entry.model ?? (choice?.baseUrl === address ? choice.model : undefined)
  return {
    ...entry,
    address,
    model,
    models: entry.models ?? (model === undefined ? [] : [model]),
    inUse: findModelInUse(deps),
    variables: languageModels.variables,
    canStoreKeys: encryptionKey !== undefined,
    hasKey: choice?.baseUrl === address && choice.encryptedKey !== null,
    isUnreadable: choice !== undefined && isUnreadable(encryptionKey, choice),
    isChosen: choice !== undefined,
  }
}

/** Returns the name of the language model in use. Undefined if there is only the offline model. */
export function findModelInUse({ languageModels }: Pick<WebDeps, 'languageModels'>): string | undefined {
  const { origin, chat } = languageModels
  return origin === 'offline' ? undefined : chat.name
}

const isUnreadable = (key: Uint8Array | undefined, { baseUrl, encryptedKey }: StoredChatModelChoice) =>
  encryptedKey !== null && unsealApiKey(key, encryptedKey, baseUrl) === undefined
