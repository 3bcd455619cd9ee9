import { answers, type RawModelServer, rawModelServer } from './raw-model-server.ts'

export interface EmbeddingServer {
  /** For the address of embeddings, with its version. */
  readonly baseUrl: string
  readonly requests: RawModelServer
  /** How it answers from now on: vectors so long, or a status. */
  answer: { readonly dimensions: number } | { readonly status: number }
  /** Done once, before the next answer. */
  meanwhile: (() => Promise<unknown>) | undefined
  /** The texts of each call, in order. */
  texts(): string[][]
  /** What came as its key, call by call. */
  keys(): (string | undefined)[]
}

/** A server of OpenAI's embeddings on loopback, with vectors that tell nothing. Closed when the test is over. */
export async function embeddingServer(dimensions = 3): Promise<EmbeddingServer> {
  const requests: RawModelServer = await rawModelServer(async (response, request) => {
    const { answer, meanwhile } = made
    made.meanwhile = undefined
    await meanwhile?.()
    if ('status' in answer) return answers(answer.status, { error: { message: 'not today' } })(response, request)
    const data = (made.texts().at(-1) ?? []).map((_, index) => ({ index, embedding: Array(answer.dimensions).fill(0.5) }))
    return answers(200, { data })(response, request)
  })
  const made: EmbeddingServer = {
    baseUrl: `${requests.address}/v1`,
    requests,
    answer: { dimensions },
    meanwhile: undefined,
    texts: () => requests.bodies.map(({ input }) => input as string[]),
    keys: () => requests.headers.map(({ authorization }) => authorization?.replace('Bearer ', '')),
  }
  return made
}
