/** In pixels, as the style sheet has it. */
export const ROW_HEIGHT = 28;

/** Of the boxes that select rows, in pixels. */
export const SELECT_WIDTH = 36;
