// Declarations of other rooms that are part of the public interface, so that an app imports only
// `Interlude`.
@_exported import struct AdCues.TagFrame
@_exported import AdDisplay
@_exported import enum AdPlayback.AdvertisementPlayback
@_exported import enum AdPlayback.BreakPolicy
@_exported import enum AdPlayback.BreakEndPolicy
@_exported import struct AdPlayback.BreakBumpers
@_exported import enum AdPlayback.LoudnessProfile
@_exported import enum AdPlayback.SessionState
@_exported import struct AdPlayback.TruexAdConfiguration
@_exported import enum AdPlayback.TruexConstants
@_exported import enum AdPlayback.TruexEvent
@_exported import enum AdPlayback.TruexMessage
@_exported import struct AdPlayback.TruexPolicy
@_exported import enum AdPlayback.TruexSlotType
@_exported import struct AdPlayback.TruexTimer
@_exported import enum AdPlayback.TruexView
@_exported import struct Advertising.AdSchedule
@_exported import struct Advertising.AdScheduleError
@_exported import enum Advertising.TruexAdParameters
@_exported import struct Advertising.Advertisement
@_exported import protocol Advertising.AdvertisementDelegate
@_exported import protocol Advertising.Advertisements
@_exported import enum Advertising.FinishStatus
@_exported import enum AudioEncoding.ListenFormat
@_exported import struct AudioSinks.AudioPacket
@_exported import struct MediaTime.FrameRange
@_exported import struct MediaTime.FrameTime
@_exported import struct PCMAudio.Gain
