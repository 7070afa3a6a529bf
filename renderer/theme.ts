import {
  Button,
  type MantineThemeOverride,
  SegmentedControl,
  Tooltip,
  createTheme,
} from '@mantine/core';

/** Id of the element that contains all tooltips: a landmark of the page has to. */
export const tooltipsId = 'tooltips';

/** Warm grays and one accent color; Inter at 12, 13, 15 and 19 px. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 7,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '19px' },
  headings: { fontWeight: '600' },
  colors: {
    accent: [
      '#e9f5f3',
      '#d2e9e6',
      '#a9d8d2',
      '#83cec5',
      '#5fc3b8',
      '#379a90',
      '#1c837a',
      '#0f6e66',
      '#0b5b55',
      '#074742',
    ],
    gray: [
      '#fbfaf8',
      '#f4f2ee',
      '#ecebe7',
      '#e4e2dc',
      '#d3d0c8',
      '#b1ada3',
      '#89857b',
      '#6b6860',
      '#45433e',
      '#1d1c1a',
    ],
    dark: [
      '#ecebe7',
      '#c9c6bf',
      '#a5a299',
      '#7b786f',
      '#484744',
      '#383734',
      '#2c2c2a',
      '#1f1f1e',
      '#191918',
      '#121211',
    ],
  },
  components: {
    Tooltip: Tooltip.extend({
      defaultProps: {
        openDelay: 400,
        withArrow: true,
        multiline: true,
        maw: 280,
        fz: 'xs',
        events: { hover: true, focus: true, touch: false },
        transitionProps: { duration: 100 },
        portalProps: { target: `#${tooltipsId}` },
      },
    }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { withItemsBorders: false } }),
    Button: Button.extend({ defaultProps: { size: 'sm', variant: 'filled' } }),
  },
});
