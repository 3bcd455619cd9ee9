import { useLanguage } from './language.tsx'

/** A time such as "5 minutes ago". The page's script keeps it up to date. */
export function RelativeTime({ instant, now }: { readonly instant: Date; readonly now: Date }) {
  const { formatAge } = useLanguage()
  return (
    <time dateTime={instant.toISOString()} data-relative>
      {formatAge(now.getTime() - instant.getTime())}
    </time>
  )
}
