import type { ComponentChildren } from 'preact'

interface IconProps {
  /** For icons that the style shows or hides. */
  readonly name?: string
  readonly children: ComponentChildren
}

function Icon({ name, children }: IconProps) {
  return (
    <svg class={name ? `icon ${name}` : 'icon'} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
)

export const DaysIcon = () => (
  <Icon>
    <rect x="4" y="5.5" width="16" height="14.5" rx="3" />
    <path d="M8 3.5v4M16 3.5v4M4 10.5h16" />
  </Icon>
)

export const AttachIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)

export const SendIcon = () => (
  <Icon>
    <path d="M12 19.5V5M5.5 11.5 12 5l6.5 6.5" />
  </Icon>
)

export const StopIcon = () => (
  <Icon>
    <rect class="filled" x="7" y="7" width="10" height="10" rx="2" />
  </Icon>
)

export const DownIcon = () => (
  <Icon>
    <path d="M12 4.5V19M5.5 12.5 12 19l6.5-6.5" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="m5.5 12.5 4.5 4.5 9-10" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M15 5.5A1.5 1.5 0 0 0 13.5 4h-8A1.5 1.5 0 0 0 4 5.5v8A1.5 1.5 0 0 0 5.5 15" />
  </Icon>
)

export const AgainIcon = () => (
  <Icon>
    <path d="M5 12a7 7 0 1 0 2.2-5.1L5 9M5 4.5V9h4.5" />
  </Icon>
)

export const RepeatIcon = () => (
  <Icon>
    <path d="M5 11a7 7 0 0 1 12-4l2 2M19 4.5V9h-4.5M19 13a7 7 0 0 1-12 4l-2-2M5 19.5V15h4.5" />
  </Icon>
)

export const SunIcon = () => (
  <Icon name="sun">
    <circle cx="12" cy="12" r="3.8" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon name="moon">
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />
  </Icon>
)

export const SystemIcon = () => (
  <Icon>
    <rect x="3.5" y="5" width="17" height="11.5" rx="2" />
    <path d="M9 20h6" />
  </Icon>
)

export const BackIcon = () => (
  <Icon>
    <path d="m14.5 6-6 6 6 6" />
  </Icon>
)

export const ForwardIcon = () => (
  <Icon>
    <path d="m9.5 6 6 6-6 6" />
  </Icon>
)

export const FileIcon = () => (
  <Icon>
    <path d="M13.5 3.5H8a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V8zM13.5 3.5V8H18" />
  </Icon>
)

export const MoreIcon = () => (
  <Icon>
    <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" />
  </Icon>
)

export const KeyboardIcon = () => (
  <Icon>
    <rect x="2.5" y="6" width="19" height="12" rx="2" />
    <path d="M6.5 10h.01M10.2 10h.01M13.8 10h.01M17.5 10h.01M8.5 14h7" />
  </Icon>
)

export const MicrophoneIcon = () => (
  <Icon>
    <rect x="9" y="3.5" width="6" height="11" rx="3" />
    <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
  </Icon>
)

/** The sign of Throughline: days on a line, with the present in the middle. */
export const Emblem = ({ size }: { readonly size: number }) => (
  <svg class="emblem" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
    <path d="M12 1v22" />
    <circle cx="12" cy="4.5" r="2.2" />
    <circle cx="12" cy="19.5" r="2.2" />
    <circle class="now" cx="12" cy="12" r="4.2" />
  </svg>
)
