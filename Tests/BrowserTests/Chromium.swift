import Testing

/// Tests of the page of a playing player, one at a time.
@Suite(
    "the page in Chromium", .serialized,
    .enabled(if: WebDriver.isInstalled && AccessibilityRules.isThere))
struct Chromium {}
