import { expect } from 'vitest'
import { ModelError } from '../../src/core/domain/errors.ts'

/** A key that tests give to servers, and that must never be shown. */
export const KEY = 'sk-very-secret-0123456789'

/** The ModelError of a call that has to fail; it must not tell the key. */
export async function modelFailure(work: Promise<unknown>): Promise<ModelError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ModelError)
  expect((error as ModelError).message).not.toContain(KEY)
  return error as ModelError
}
