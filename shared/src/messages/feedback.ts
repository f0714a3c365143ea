/** The feedback form (specification §5, §8). */
export const FEEDBACK_MESSAGES = {
  'feedback.sent': "Thanks! Your feedback has been received. If you requested to be contacted, we'll be in touch soon.",
  'feedback.failed':
    'It appears the message server is having problems sending messages right now. Please try again later. Alternatively contact your administrator to provide feedback directly.',
  'feedback.detailsRequired': 'Please tell us some details regarding your feedback',
  'feedback.phoneInvalid': 'Please enter a valid phone number',
  'feedback.screenshotInvalid': 'The screenshot is not a PNG image',
  'feedback.screenshotTooLarge': 'The screenshot is too large',
  'feedback.tooMany': 'You have sent feedback many times within an hour. Try again later.',
  'feedback.phoneRequired': 'A phone number is required to receive a call back',
  'feedback.picture': 'This picture of the model goes with your feedback. Remove it to send none.',
  'feedback.noPicture': 'No picture goes with your feedback.',
  'feedback.pictureFailed': 'No picture could be taken of the model.',
} as const;
