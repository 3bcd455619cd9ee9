import { BackIcon, CloseIcon, ForwardIcon } from './icons.tsx'
import { useLanguage } from './language.tsx'

/** Where the page's script shows a picture of a message. */
export function Lightbox() {
  const { translate } = useLanguage()
  return (
    <dialog id="lightbox" class="lightbox">
      <img alt="" />
      <p />
      <button type="button" class="round" data-step="-1" aria-label={translate('page.picture.previous')}>
        <BackIcon />
      </button>
      <button type="button" class="round" data-step="1" aria-label={translate('page.picture.next')}>
        <ForwardIcon />
      </button>
      <button type="button" class="round close" aria-label={translate('page.picture.close')}>
        <CloseIcon />
      </button>
    </dialog>
  )
}
