import { ModelError } from '../../core/domain/errors.ts'

export interface ExpectedVectors {
  /** How many vectors. */
  readonly count: number
  /** How long the vectors of this model are, where that is known. */
  readonly length?: number | undefined
}

/**
 * Vectors as they are kept and compared: of length 1, which changes no angle, and which half precision holds. Throws
 * ModelError, `rejected`, when one of them is no direction or is of another length than the others: its similarity to
 * anything would be no number, which the database ranks first.
 */
export function normalizeVectors(
  vectors: readonly (readonly number[])[],
  { count, length = vectors[0]?.length }: ExpectedVectors,
): number[][] {
  if (vectors.length !== count)
    throw new ModelError('rejected', `The embedding model gave ${vectors.length} vectors for ${count} texts, where each has to have one.`)
  return vectors.map((vector) => {
    if (vector.length !== length)
      throw new ModelError(
        'rejected',
        `The embedding model gave a vector of ${vector.length} numbers, where its others have ${length}. If it is another model of the same name now, run \`npm run embeddings -- rebuild\`.`,
      )
    const norm = Math.hypot(...vector)
    if (!Number.isFinite(norm) || norm === 0)
      throw new ModelError(
        'rejected',
        'The embedding model gave a vector that is all zeros, or not all numbers, where a direction was expected. Search finds this text by its words.',
      )
    return vector.map((number) => number / norm)
  })
}
