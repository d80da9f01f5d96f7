import MediaTime

// `min` and `max` of the standard library, for callers that the compiler holds to no locks.

@_noLocks @_noAllocation
func earlier(_ one: FrameTime, _ other: FrameTime) -> FrameTime { one < other ? one : other }

@_noLocks @_noAllocation
func later(_ one: FrameTime, _ other: FrameTime) -> FrameTime { one > other ? one : other }
