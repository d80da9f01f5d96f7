import Testing

/// Tests that look at the page of a playing player, one after the other.
@Suite(
    "the page in Chromium", .serialized,
    .enabled(if: WebDriver.isInstalled && AccessibilityRules.isThere))
struct Chromium {}
