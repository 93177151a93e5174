// Elsewhere this header is empty for a host compiler, whose messages would then name nothing of it.
#error mma.h is not on the simulator
