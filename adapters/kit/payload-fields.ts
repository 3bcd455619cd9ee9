import { z } from 'zod'

/** A field that the rest of an event makes sense without. Anything but a valid value counts as absent, so that the event is not lost. */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined)
}

/** The valid items of a list. The others, or a value that is no list, count as absent. */
export function readableItems<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items): z.output<Schema>[] => items.flatMap((item) => schema.safeParse(item).data ?? []))
}
